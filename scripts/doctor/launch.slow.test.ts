import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { app } from '#app';
import { features } from '#features/server.ts';
import { readConfig } from '#server/config.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { silentLog } from '#server/log/log.ts';
import { startServer } from '#server/process/server.ts';
import { type SmtpServer, startSmtpServer } from '#server/testing/smtp-server.ts';
import { copyKit } from '#tests/support/kit-copy.ts';
import { isOfKit } from '../product/kit-identity.ts';
import { assertHealthy, assertProblem, runDoctor } from './testing.ts';

const kit = copyKit();
/** A product has its own texts. */
const OF_KIT = isOfKit('name', app.name)
  ? [/app\.config\.ts still has the tagline and description of the kit: write your own$/]
  : [];
const production = { args: ['--production'] };
identify(kit, { domain: 'app.example', source: "'https://git.app.example/kit'" });
let smtp: SmtpServer;
before(async () => {
  smtp = await startSmtpServer({ password: 'a-secret' });
});
after(async () => {
  await smtp.close();
  kit.remove();
});

describe('npm run doctor -- --production', { concurrency: 4 }, () => {
  test('lists everything that is missing in the demo of the kit', async () => {
    const { code, problems } = await runDoctor(kit.folder, {}, production);
    assert.equal(code, 1);
    for (const expected of [
      /set NODE_ENV=production$/,
      /PUBLIC_URL is http:.* set the https address/,
      /app\.config\.ts has the host app\.example/,
      /set SMTP_URL$/,
      /set MAIL_FROM/,
      /TRUST_PROXY is not set/,
      /app\.config\.ts still has app\.example, support@app\.example, git\.app\.example/,
      ...OF_KIT,
    ])
      assert.ok(
        problems.some((line) => expected.test(line)),
        `${expected} is not in:\n${problems.join('\n')}`,
      );
  });

  test('reports an address without https with the message of the server', async () => {
    assertProblem(
      await runDoctor(
        kit.folder,
        { ...settings(), PUBLIC_URL: 'http://notes.example.com' },
        production,
      ),
      /^problem +settings: PUBLIC_URL must start with https:/,
    );
  });

  test('finds no problem if everything is set, and each wrong setting otherwise', async () => {
    const own = copyKit();
    try {
      identify(own, { domain: 'acme.test', source: 'undefined' });
      for (const text of ['tagline', 'description'])
        own.replace('app.config.ts', new RegExp(`(?<=\\b${text}:\\s+)('.+'|".+")`), "'A planner'");
      const right = settings();
      assertHealthy(
        await runDoctor(own.folder, right, production),
        /^ok +settings: production at https:\/\/acme\.test/,
        /^ok +email: .* sign-in/,
        /^ok +production: there are no demo accounts$/,
        /^note +production: .* no backup of the last two days: see docs\/deploy\/backups\.md$/,
      );
      mkdirSync(join(right.DATA_DIR, 'backups'));
      writeFileSync(join(right.DATA_DIR, 'backups', 'now.tgz'), '');
      assertHealthy(
        await runDoctor(own.folder, right, production),
        /^ok +production: the newest backup/,
      );
      for (const [wrong, expected] of [
        [
          { PUBLIC_URL: 'https://other.acme.test' },
          /PUBLIC_URL has other\.acme\.test: make them equal$/,
        ],
        [{ PUBLIC_URL: 'http://192.168.0.7' }, /set the https address/],
        [{ TRUST_PROXY: '' }, /TRUST_PROXY is not set/],
        [{ MAIL_FROM: 'Notes <notes@example.com>' }, /set MAIL_FROM/],
      ] as const) {
        const { code, problems } = await runDoctor(own.folder, { ...right, ...wrong }, production);
        assert.equal(code, 1);
        assert.ok(
          problems.some((line) => expected.test(line)),
          problems.join('\n'),
        );
      }
      await seed(right.DATA_DIR);
      assertProblem(
        await runDoctor(own.folder, right, production),
        /^problem +production: The database holds demo accounts, .* npm run admin -- delete-demo-accounts$/,
      );
    } finally {
      own.remove();
    }
  });
});

/** Gives a copy addresses and an id that do not depend on the name of the app. */
function identify(
  { replace }: ReturnType<typeof copyKit>,
  { domain, source }: { domain: string; source: string },
) {
  for (const [setting, value] of [
    ['id', "'app.kit.demo'"],
    ['host', `'${domain}'`],
    ['supportEmail', `'support@${domain}'`],
    ['sourceUrl', `${source} as string | undefined`],
  ])
    replace('app.config.ts', new RegExp(`(?<=\\b${setting}: )[^,]+`), value as string);
}

/** Settings of a server that is ready to launch. */
function settings() {
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PUBLIC_URL: 'https://acme.test',
    TRUST_PROXY: '1',
    SMTP_URL: `smtp://ada:a-secret@127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'Notes <notes@acme.test>',
    DATA_DIR: mkdtempSync(join(kit.folder, 'data-')),
  };
}

/** Creates the demo accounts, as if a demo had used the same folder. */
async function seed(dataDir: string) {
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0' });
  const server = await startServer(config, silentLog, {
    features,
    site: join(kit.folder, 'dist'),
    prepare: (dependencies) => seedDemo(dependencies),
  });
  await server.stop();
}
