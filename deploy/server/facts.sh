# Prints what a deployment needs to know about the server, as lines of name=value. Changes nothing.
free_kilobytes_and_disk() {
  local folder=$1
  while [ ! -d "$folder" ]; do folder=$(dirname "$folder"); done
  echo "$(df -Pk "$folder" | awk 'NR == 2 { print $4 }') $(stat --format %d "$folder")"
}

missing=
for tool in awk cmp comm df du find flock gzip install runuser sed sha256sum sync tar timeout xargs; do
  command -v "$tool" > /dev/null || missing+=" $tool"
done

echo "architecture=$(uname -m)"
echo "systemd=$(if [ -d /run/systemd/system ]; then echo yes; fi)"
echo "missing=${missing# }"
echo "version=$(current_version)"
echo "history=$(if [ -e "$history" ]; then tail -n 20 "$history" | tr '\n' ';'; fi)"
echo "versions=$(ls "$versions" 2> /dev/null | grep -v '\.part$' | tr '\n' ' ')"
echo "runtimes=$(ls "$runtimes" 2> /dev/null | grep -v '\.part$' | tr '\n' ' ')"
echo "foreign_unit=$(if [ -e /etc/systemd/system/app.service ] && ! grep -qs '^WorkingDirectory=/opt/app/current$' /etc/systemd/system/app.service; then echo yes; fi)"
echo "caddy_version=$(cat /opt/app/caddy.version 2> /dev/null)"
echo "caddy=$(if [ -x /opt/app/caddy ]; then sha256sum /opt/app/caddy | cut -d ' ' -f 1; fi)"
echo "settings=$(if [ -e "$settings" ]; then echo yes; fi)"
echo "public_url=$(if [ -e "$settings" ]; then setting PUBLIC_URL; fi)"
echo "database=$(if [ -e "$settings" ] && [ -n "$(setting DATABASE_URL)" ]; then echo yes; fi)"
echo "store=$(if [ -e "$settings" ] && [ -n "$(setting S3_ENDPOINT)" ]; then echo yes; fi)"
echo "free_for_versions=$(free_kilobytes_and_disk /opt/app)"
echo "free_for_data=$(free_kilobytes_and_disk "$data")"
echo "data=$(if [ -d "$data" ]; then du -sk --exclude backups --exclude rehearsal "$data" | cut -f 1; else echo 0; fi)"
echo "backup=$(ls -t "$data"/backups/*.tgz 2> /dev/null | head -n 1 | xargs -r stat --format '%Y %s %n')"
echo "web_server=$(ss -Hltnp 'sport = :443 or sport = :80' 2> /dev/null | sed -n 's/.*users:((\"\([^\"]*\)\".*/\1/p' | sort -u | tr '\n' ' ')"
echo "internal_certificates=$(if grep -qs '^\s*tls internal' /etc/app.caddy; then echo yes; fi)"
echo "active_since=$(systemctl show --property ActiveEnterTimestamp --value app 2> /dev/null)"
echo "state=$(systemctl is-active app 2> /dev/null || true)"
