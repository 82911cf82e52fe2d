import type { Dependencies } from '#server/dependencies.ts';
import { logError } from '#server/errors/log-error.ts';
import type { Api } from '#server/http/api.ts';
import { kit } from '#shared/endpoints.ts';

/** A page sends at most five, and many users may share an address. */
const REPORTS_PER_ADDRESS = { attempts: 60, minutes: 60 };
const USER_AGENT_MAX_CHARACTERS = 300;

export function clientErrorRoutes(api: Api, { limiters, log }: Dependencies) {
  const limiter = limiters.perAddress('clientErrorsPerAddress', REPORTS_PER_ADDRESS);

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
