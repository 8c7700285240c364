#!/bin/sh
# Six empty machines of Debian 12 under systemd, to try docs/operations.md, chapter "Several machines", as it is written: roots of
# debootstrap in network namespaces with the addresses of the document. As root on Debian, with debootstrap and iproute2.
#   machines.sh start FOLDER                  makes and starts them; a machine that was killed starts again
#   machines.sh run FOLDER NAME COMMAND…      runs a command on door, db1, db2, db3, app1 or app2
#   machines.sh kill FOLDER NAME              cuts the power of one
#   machines.sh stop FOLDER                   kills all; their disks stay in FOLDER/NAME until it is deleted
# They reach each other alone: what they install is downloaded before.
set -eu
command=$1
folder=$2
machines='door:1 db1:11 db2:12 db3:13 app1:21 app2:22'
packages='etcd-server etcd-client patroni python3-idna postgresql-15 haproxy pgbouncer'

make_base() {
  debootstrap --include=systemd-sysv,dbus,adduser,openssl,procps,iproute2 bookworm "$folder/base"
  chroot "$folder/base" apt-get install --yes --download-only $packages
}

make_network() {
  ip netns add portale
  ip -n portale link add bridge type bridge
  ip -n portale link set bridge up
  ip -n portale address add 10.20.0.254/24 dev bridge
}

# plug_in NAME HOST
plug_in() {
  ip netns add "portale-$1"
  ip -n portale link add "$1" type veth peer name eth0 netns "portale-$1"
  ip -n portale link set "$1" master bridge up
  ip -n "portale-$1" address add "10.20.0.$2/24" dev eth0
  ip -n "portale-$1" link set eth0 up
  ip -n "portale-$1" link set lo up
}

# The first process of a machine: mounts what a container has, and becomes systemd.
boot='
mount --make-rprivate /
mount -t overlay overlay -o "lowerdir=$1/base,upperdir=$1/$2/disk,workdir=$1/$2/work" "$1/$2/root"
cd "$1/$2/root"
hostname "$2"
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
for each in run tmp dev; do mount -t tmpfs -o mode=755 tmpfs "$each"; done
chmod 1777 tmp
for device in null zero full random urandom tty; do touch "dev/$device"; mount --bind "/dev/$device" "dev/$device"; done
mkdir dev/shm dev/pts old
mount -t tmpfs tmpfs dev/shm
mount -t devpts devpts dev/pts
ln -s /proc/self/fd dev/fd
ln -s pts/ptmx dev/ptmx
pivot_root . old
umount -l old
exec env -i container=other /lib/systemd/systemd'

start() {
  mkdir -p "$folder/$1/disk" "$folder/$1/work" "$folder/$1/root"
  ip netns exec "portale-$1" unshare -m -p -u -i -C -f --kill-child sh -euc "$boot" sh "$folder" "$1" > "$folder/$1/console" 2>&1 &
  echo $! > "$folder/$1/process"
}

is_running() { [ -f "$folder/$1/process" ] && kill -0 "$(cat "$folder/$1/process")" 2> /dev/null; }
systemd_of() { cat "/proc/$(cat "$folder/$1/process")/task/$(cat "$folder/$1/process")/children"; }

case $command in
  start)
    mkdir -p "$folder"
    [ -d "$folder/base" ] || make_base
    [ -e /run/netns/portale ] || make_network
    for machine in $machines; do
      name=${machine%%:*}
      [ -e "/run/netns/portale-$name" ] || plug_in "$name" "${machine#*:}"
      is_running "$name" || start "$name"
    done
    ;;
  run)
    process=$(systemd_of "$3" | tr -d ' ')
    shift 3
    exec nsenter -t "$process" -m -p -n -u -i -C -r -w env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root "$@"
    ;;
  kill) kill -KILL "$(systemd_of "$3" | tr -d ' ')" ;;
  stop)
    for machine in $machines; do
      name=${machine%%:*}
      if is_running "$name"; then kill -KILL "$(systemd_of "$name" | tr -d ' ')"; fi
      ip netns delete "portale-$name"
    done
    ip netns delete portale
    ;;
esac
