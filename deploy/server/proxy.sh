# Starts Caddy with a configuration, which is its input, of which it gets the size, or applies a changed one.
cat > /etc/app.caddy.part
if [ "$(stat --format %s /etc/app.caddy.part)" != "$1" ]; then fail 'The connection was lost.'; fi
sed -i "s/127\.0\.0\.1:3000/$(own_address)/" /etc/app.caddy.part
isReplaced=
# A running program that was replaced has no name any more.
if [[ $(readlink "/proc/$(systemctl show --property MainPID --value app-proxy)/exe") == *'(deleted)' ]]; then isReplaced=yes; fi
if cmp -s /etc/app.caddy.part /etc/app.caddy && systemctl is-active --quiet app-proxy && [ -z "$isReplaced" ]; then
  rm /etc/app.caddy.part
  exit
fi
/opt/app/caddy validate --config /etc/app.caddy.part --adapter caddyfile > /dev/null 2>&1 ||
  fail "Caddy rejects its configuration: $(/opt/app/caddy validate --config /etc/app.caddy.part --adapter caddyfile 2>&1 | tail -n 1)"
mv -T /etc/app.caddy.part /etc/app.caddy
systemctl enable --quiet app-proxy
if [ -z "$isReplaced" ] && systemctl is-active --quiet app-proxy; then
  systemctl reload app-proxy
else
  systemctl restart app-proxy
fi
