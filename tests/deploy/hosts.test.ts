import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { copyKit } from '#tests/support/kit-copy.ts';
import { type Box, bootBox } from './box.ts';
import { type Command, deployCommand } from './command.ts';

// Servers that cannot be used, are small, or let only sudo become root.
const DOMAIN = 'small.test';
const SUDO_USER = `deployer@${DOMAIN}`;

const kit = copyKit();
let box: Box;
let command: Command;

before(async () => {
  box = await bootBox({ number: 6, domain: DOMAIN });
  command = deployCommand(kit, box);
  await box.run(`
    for user in deployer plain; do
      useradd --create-home --shell /bin/bash $user
      cp -a /root/.ssh /home/$user/ && chown -R $user: /home/$user/.ssh
    done
    echo 'deployer ALL=(ALL) NOPASSWD: ALL' > /etc/sudoers.d/deployer`);
});

after(() => {
  box?.stop();
  kit.remove();
});

test('a host that does not exist or does not answer is named in one line', async () => {
  await command.fails(/^There is no host nowhere\.invalid: check the name\.$/, {
    host: 'root@nowhere.invalid',
  });
  await command.fails(/^10\.255\.255\.1 (does not answer|cannot be reached by ssh):/, {
    host: 'root@10.255.255.1',
  });
});

test('a user without a key, or without the right to become root, is named in one line', async () => {
  await command.fails(/^nobody@small\.test does not accept your ssh key/, {
    host: `nobody@${DOMAIN}`,
  });
  await command.fails(/^The user of plain@small\.test may not become root/, {
    host: `plain@${DOMAIN}`,
  });
});

test('a bare server needs settings, which are named', () =>
  command.fails(/^The server is new and needs SMTP_URL, MAIL_FROM:/, {
    flags: ['--domain', DOMAIN],
  }));

test('a disk without room is noticed before anything is changed', async () => {
  await box.run('mkdir -p /opt/app && mount -t tmpfs -o size=100m tmpfs /opt/app');
  await command.fails(
    /^The disk of \/opt\/app has 105 MB free, and this deployment needs \d+ MB\. Nothing was changed\.$/,
    { flags: command.newServer() },
  );
  assert.equal(await box.run('ls /opt/app; umount /opt/app; ls -d /etc/app.env || true'), '');
});

test('a server with 300 MB of free disk gets several versions, by a user who may use sudo', async () => {
  await box.run(`
    mkdir -p /var/small && mount -t tmpfs -o size=300m tmpfs /var/small
    mkdir -p /var/small/versions /var/small/data /opt/app /var/lib/app
    mount --bind /var/small/versions /opt/app && mount --bind /var/small/data /var/lib/app`);
  await command.succeeds({ host: SUDO_USER, flags: command.newServer() });
  await command.trustAuthority();
  for (let count = 0; count < 6; count++) await command.succeeds({ host: SUDO_USER });
  assert.match(await command.page('/'), /<title>/);
  assert.match(await command.succeeds({ host: SUDO_USER, flags: ['--status'] }), /active, ready/);
});

test('a link in place of the backups does not give another folder to the user of the server', async () => {
  const asApp = (command: string) =>
    box.run(`cd / && runuser -u app -- sh -c 'cd /var/lib/app && ${command}'`);
  await box.run('mkdir /opt/other');
  await asApp('mv backups moved && ln -s /opt/other backups');
  await command.fails(/Operation not permitted/, { host: SUDO_USER });
  assert.equal(await box.run('stat --format "%U %a" /opt/other'), 'root 755\n');
  await asApp('rm backups && mv moved backups');
});

test('a port that is in use is named, and the version before runs on where it was', async () => {
  await box.run('echo "PORT = 80 # the web" >> /etc/app.env');
  await command.fails(/^The server cannot listen on 127\.0\.0\.1:80, as HOST and PORT/m, {
    host: SUDO_USER,
  });
  assert.match(await command.page('/api/ready'), /true/);
  // It must come back after a boot at which the address arrives late.
  assert.match(await box.run('cat /etc/systemd/system/app.socket.d/early.conf'), /FreeBind=yes/);
  await box.run('sed -i "/^PORT/d" /etc/app.env');
});

test('a full disk of the units leaves those of the version before', async (t) => {
  const unit = '/etc/systemd/system/app.service';
  const before = await box.run(`cat ${unit}`);
  kit.replace('deploy/systemd/app.service', /^/, '# Changed.\n');
  t.after(() => kit.replace('deploy/systemd/app.service', '# Changed.\n', ''));
  await box.run(`
    cd /etc/systemd && cp -a system /root/units && mount -t tmpfs -o size=1m tmpfs system
    cp -a /root/units/. system/ && rm -r /root/units
    dd if=/dev/zero of=system/filler bs=4k 2> /dev/null || true`);
  await command.fails(/No space left on device[\s\S]*The version before runs again\./, {
    host: SUDO_USER,
  });
  assert.equal(await box.run(`cat ${unit}`), before);
  assert.match(await command.page('/api/ready'), /true/);
  await box.run('umount /etc/systemd/system && systemctl daemon-reload');
});

test('a clock that was ahead at earlier deployments does not delete the version that is being deployed', async () => {
  await box.run('mkdir /opt/app/versions/20990101-00000{1,2,3,4,5}');
  await command.succeeds({ host: SUDO_USER });
  await box.run('rmdir /opt/app/versions/2099*');
});

test('another domain than that of the server is refused', () =>
  command.fails(/^The settings of the server are for https:\/\/small\.test, not other\.test\./, {
    host: SUDO_USER,
    flags: ['--domain', 'other.test'],
  }));

test('a disk that is full meanwhile stops nothing but the deployment', async () => {
  await box.run('dd if=/dev/zero of=/var/small/filler bs=1M 2> /dev/null || true');
  await command.fails(
    /^The disk of \/opt\/app and \/var\/lib\/app has \d+ MB free, and this deployment needs/,
    {
      host: SUDO_USER,
    },
  );
  assert.match(await command.page('/api/health'), /"success":true/);
  await box.run('rm /var/small/filler');
  await command.succeeds({ host: SUDO_USER });
});

test('another web server on the machine is named', async () => {
  await box.run(`
    systemctl stop app-proxy
    systemd-run --quiet --unit other /opt/app/current/node_modules/.bin/node --eval 'http.createServer().listen(80)'`);
  await command.fails(/^node\S* uses port 80 or 443 of root@small\.test\. Stop it, or keep it/);
  await box.run('systemctl stop other && systemctl start app-proxy');
});

test('a host whose key changed is named in one line', async () => {
  await box.run('rm /etc/ssh/ssh_host_* && ssh-keygen -A > /dev/null && systemctl restart ssh');
  await command.fails(/^The key of root@small\.test is not the one that ssh knows/);
  box.forgetHostKey();
  assert.match(await command.succeeds({ flags: ['--status'] }), /active, ready/);
});

test('a server comes back although its address arrives after the boot', async () => {
  // To a disk that outlives the boot.
  await box.run(`
    set -e
    systemctl stop app.socket app app-proxy
    for folder in /opt/app /var/lib/app; do
      cp -a $folder /root/moved && umount $folder && cp -a /root/moved/. $folder/ && rm -r /root/moved
    done
    systemctl start app.socket app app-proxy`);
  const addAddress = 'ip addr add 10.78.6.2/32 dev lo';
  await box.run(`sed -i 's/^HOST=.*/HOST=10.78.6.2/' /etc/app.env && ${addAddress}`);
  await command.succeeds();
  await box.crash();
  await box.boot();
  assert.match(await command.succeeds({ flags: ['--status'] }), /active, not ready/);
  await box.run(addAddress);
  assert.match(await command.succeeds({ flags: ['--status'] }), /active, ready/);
});

test('another reverse proxy takes the place of Caddy', async () => {
  await command.fails(/^The server runs version \S+, but https:\/\/small\.test/, {
    flags: ['--no-caddy'],
  });
  const left = await box.run(
    'systemctl is-active app-proxy || true; ls /opt/app/caddy /etc/app.caddy 2> /dev/null || true',
  );
  assert.equal(left, 'inactive\n');
});
