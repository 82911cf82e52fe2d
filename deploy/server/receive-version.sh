# Stores a version. Its input is an archive of the files that the base version lacks, with the list of all files.
version=$1 runtime=$2 base=$3
part=$versions/$version.part
rm -rf "$part"
mkdir "$part"
# Files that did not change are hard links, so that a version needs little room.
if [ -n "$base" ]; then cp -al "$versions/$base/." "$part/"; fi
tar --extract --gzip --unlink-first --no-same-owner --directory "$part"
cd "$part"
comm -23 <(find . -type f | cut -c 3- | sort) <({ cut -c 67- files.sha256; echo files.sha256; } | sort) |
  tr '\n' '\0' | xargs -0r rm
find . -type d -empty -delete
# Whatever the umask was where it was built.
chmod -R u=rwX,go=rX .
sha256sum --check --quiet files.sha256 || fail 'The version was damaged on its way to the server.'
ln -sfn "$runtimes/$runtime/node_modules" node_modules
ln -sfn "$settings" .env
cd /
sync -f "$part"
mv -T "$part" "$versions/$version"
