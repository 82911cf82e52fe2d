# Boots a folder with Debian as a machine of its own: systemd as process 1, and an address that only this machine
# reaches. Ends, with everything in it, when its parent does. usage: boot-box.sh FOLDER NAME NUMBER
set -e
folder=$1 name=$2 number=$3
ip netns add "$name"
ip link add "v$name" type veth peer name eth0 netns "$name"
ip addr add "10.77.$number.1/30" dev "v$name"
ip link set "v$name" up
ip -n "$name" addr add "10.77.$number.2/30" dev eth0
ip -n "$name" link set eth0 up
ip -n "$name" link set lo up
# Boxes reach each other through this machine.
ip -n "$name" route add 10.77.0.0/16 via "10.77.$number.1"
echo 1 > "/proc/sys/net/ipv4/conf/v$name/forwarding"
exec ip netns exec "$name" unshare --fork --pid --mount --uts --ipc --cgroup --kill-child bash -e -c '
folder=$1
mount --make-rprivate /
mount --bind "$folder" "$folder"
cd "$folder"
mount -t proc proc proc
mount -t sysfs sysfs sys
mkdir -p sys/fs/cgroup
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=1777 tmpfs tmp
mount -t tmpfs -o mode=755 tmpfs dev
while read -r device major minor; do mknod -m 666 "dev/$device" c "$major" "$minor"; done <<END
null 1 3
zero 1 5
full 1 7
random 1 8
urandom 1 9
tty 5 0
END
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts dev/pts
mount -t tmpfs tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
ln -s fd/0 dev/stdin
ln -s fd/1 dev/stdout
ln -s fd/2 dev/stderr
hostname box
mkdir -p old
pivot_root . old
umount -l /old
exec env -i container=box PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb /sbin/init --log-target=console --show-status=no
' box "$folder"
