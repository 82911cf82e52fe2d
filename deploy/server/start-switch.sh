# Runs a script, which is its input, in such a way that it goes on if the connection is lost.
bytes=$1
shift
script=/run/app-switch.sh
log=/run/app-switch.log
cat > "$script"
if [ "$(stat --format %s "$script")" != "$bytes" ]; then fail 'The connection was lost.'; fi
: > "$log"
status=0
# A name of its own, because systemd may still know the unit of the one before.
systemd-run --quiet --unit "app-switch-$(date +%s%N)" --collect --wait --property "StandardOutput=truncate:$log" \
  --property "StandardError=append:$log" bash "$script" "$@" || status=$?
if [ "$status" != 0 ]; then
  if [ ! -s "$log" ]; then fail 'Something else ended it. --status shows which version runs. Run the command again.'; fi
  fail "$(cat "$log")"
fi
cat "$log"
