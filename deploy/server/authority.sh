# Prints the certificate of Caddy's own authority, which Caddy creates when it starts.
certificate=/var/lib/private/app-proxy/caddy/pki/authorities/local/root.crt
for _ in $(seq 100); do
  if [ -s "$certificate" ]; then exec cat "$certificate"; fi
  sleep 0.1
done
fail 'Caddy has not created an authority for its certificates. Look at journalctl --unit app-proxy.'
