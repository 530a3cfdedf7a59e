# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2034
# Sourced by app/run.sh and tests/run.sh: the Debian packages, and how the missing ones are installed.

build_packages="ca-certificates cmake ninja-build g++ pkg-config qt6-base-dev qt6-svg-dev libqcustomplot-dev
libcli11-dev libsimdjson-dev nlohmann-json3-dev libisal-dev libminizip-dev zlib1g-dev libzstd-dev libopenblas-dev
libbenchmark-dev libgl-dev"

# install_missing PACKAGE...: as root or by sudo, without a question. On a system without dpkg it trusts that all is
# there: CMake names what is not.
install_missing()
{
    command -v dpkg-query >/dev/null 2>&1 || return 0
    missing=
    for package in "$@"; do
        case "$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null)" in
        *" installed") ;;
        *) missing="$missing $package" ;;
        esac
    done
    [ -n "$missing" ] || return 0
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null 2>&1; then
            echo "These packages are missing; install them as root:$missing" >&2
            return 1
        fi
        as_root=sudo
    fi
    echo "Installing:$missing" >&2
    # The lists may be old or absent: fetched only if the first try fails.
    # shellcheck disable=SC2086
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing >&2 ||
        { $as_root apt-get update >&2 &&
            $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing >&2; }
}
