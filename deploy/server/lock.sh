# Keeps others from deploying, as long as its input goes on: npm run deploy writes a line every few seconds. It ends,
# and the lock with it, soon after the connection was lost.
who=$1
exec 9>> /run/app-deploy.lock
if ! flock --nonblock 9; then
  fail "$(cat /run/app-deploy.by 2> /dev/null || echo 'Someone') is deploying now. Try again when that has ended."
fi
# A switch goes on when the connection of its deployment was lost.
while [ -n "$(systemctl list-units --plain --no-legend --state active,activating,deactivating 'app-switch-*')" ]; do
  sleep 0.2
done
echo "$who, since $(date -u +%H:%M:%S) UTC," > /run/app-deploy.by
echo locked
while read -r -t 30 _; do :; done
