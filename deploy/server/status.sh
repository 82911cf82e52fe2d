# Prints whether the server is ready, its disk, memory and certificate. Changes nothing.
if is_ready; then echo 'ready=yes'; fi
echo "disk=$(df -h --output=avail,size,pcent "$data" | tail -n 1)"
echo "memory=$(systemctl show --property MemoryCurrent --value app)"
if [ -e /etc/app.restic ]; then echo "copy=$(stat --format %Y /var/lib/private/app-backup-copy/newest 2> /dev/null)"; fi
# There is none with another reverse proxy.
certificate=$(find /var/lib/private/app-proxy -name '*.crt' -path "*/certificates/*$1*" 2> /dev/null | head -n 1) || true
if [ -n "$certificate" ]; then echo "certificate=$(base64 --wrap 0 "$certificate")"; fi
