#!/usr/bin/env bash
# Runs the tests of the last commit in a minimal Debian that has only Node and npm: a clone has to fetch everything else
# by itself. Needs root, debootstrap and this machine's access to the Debian and npm packages, whose configuration it
# copies.
#
#   scripts/bare-machine.sh FOLDER                       the whole `npm test`
#   scripts/bare-machine.sh FOLDER npm test -- src/model any other command
#
# The folder keeps the system for the next run, including the packages that earlier runs installed; remove it for a
# fresh one.
set -euo pipefail

folder=${1:?Usage: scripts/bare-machine.sh FOLDER [COMMAND…]}
shift
[ $# -gt 0 ] || set -- npm test
clone=$(cd "$(dirname "$0")/.." && pwd)

if [ ! -e "$folder/usr/bin/npm" ]; then
  debootstrap --variant=minbase bookworm "$folder" >&2
  cp "$(readlink -f "$(command -v node)")" "$folder/usr/bin/node"
  mkdir -p "$folder/usr/lib/node_modules"
  cp -a "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" "$folder/usr/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$folder/usr/bin/npm"
  ln -s ../lib/node_modules/npm/bin/npx-cli.js "$folder/usr/bin/npx"
  # The way to reach packages belongs to this machine, so it is copied.
  cp -a /etc/apt/apt.conf.d/. "$folder/etc/apt/apt.conf.d/"
  for file in "$HOME/.npmrc" /usr/etc/npmrc "${NODE_EXTRA_CA_CERTS:-}"; do
    [ -f "$file" ] && install -D "$(readlink -f "$file")" "$folder$file"
  done
fi

rm -rf "$folder/root/clone"
git clone --quiet --no-hardlinks "$clone" "$folder/root/clone"

# In separate namespaces, so that no mounts or processes remain.
export folder
exec unshare --mount --pid --fork --kill-child bash -c '
  mount --make-rprivate /
  mount --rbind /dev "$folder/dev"
  mount -t proc proc "$folder/proc"
  exec chroot "$folder" /usr/bin/env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    ${NODE_EXTRA_CA_CERTS:+NODE_EXTRA_CA_CERTS="$NODE_EXTRA_CA_CERTS"} \
    bash -c '\''cd ~/clone && exec "$@"'\'' bash "$@"
' bash "$@"
