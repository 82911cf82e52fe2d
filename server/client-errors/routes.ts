import type { Config } from '#server/config.ts';
import { logError } from '#server/errors/log-error.ts';
import type { Api } from '#server/http/api.ts';
import { type CreateCounter, createAddressLimiter, limitIn } from '#server/http/rate-limit.ts';
import type { Log } from '#server/log/log.ts';
import { kit } from '#shared/endpoints.ts';

/** A page sends at most five, and many users may share an address. */
const REPORTS_PER_ADDRESS = { attempts: 60, minutes: 60 };
const USER_AGENT_MAX_CHARACTERS = 300;

export function clientErrorRoutes(
  api: Api,
  { config, createCounter, log }: { config: Config; createCounter: CreateCounter; log: Log },
) {
  const limiter = createAddressLimiter(
    createCounter,
    'clientErrorsPerAddress',
    limitIn(config.mode, REPORTS_PER_ADDRESS),
  );

  api.handle(kit.reportClientError, async ({ body, headers, client }) => {
    await limiter.count(client.address);
    const { message, stack, path, version } = body;
    logError(log, Object.assign(new Error(message), { name: 'ClientError', stack }), {
      msg: 'An error occurred in the app.',
      client: {
        path,
        version,
        user_agent: headers['user-agent']?.slice(0, USER_AGENT_MAX_CHARACTERS),
      },
    });
    return {};
  });
}
