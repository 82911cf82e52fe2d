# Stores Caddy. Its input is the compressed program.
checksum=$1 name=$2
gzip --decompress > /opt/app/caddy.part
echo "$checksum  /opt/app/caddy.part" | sha256sum --check --quiet || fail 'Caddy was damaged on its way to the server.'
chmod 755 /opt/app/caddy.part
mv -T /opt/app/caddy.part /opt/app/caddy
echo "$name" > /opt/app/caddy.version
