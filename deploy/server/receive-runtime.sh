# Stores Node and the packages of a platform. Its input is an archive with the list of all files.
runtime=$1
part=$runtimes/$runtime.part
rm -rf "$part"
mkdir "$part"
tar --extract --gzip --no-same-owner --directory "$part"
cd "$part"
# Whatever the umask was where it was packed.
chmod -R u=rwX,go=rX .
sha256sum --check --quiet files.sha256 || fail 'The packages were damaged on their way to the server.'
mkdir node_modules/.bin
for package in node_modules/node-linux-*; do
  ln -s "../${package##*/}/bin/node" node_modules/.bin/node
done
node_modules/.bin/node --version > /dev/null || fail 'Node does not run on this server.'
cd /
sync -f "$part"
mv -T "$part" "$runtimes/$runtime"
