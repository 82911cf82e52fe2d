# Removes Caddy, because another reverse proxy takes its place.
systemctl disable --quiet --now app-proxy
rm -f /etc/app.caddy /opt/app/caddy /opt/app/caddy.version
