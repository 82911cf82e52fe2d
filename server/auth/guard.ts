import type { IncomingMessage } from 'node:http';
import { invalidResetLink, notAllowed, sessionEnded } from '#server/errors/errors.ts';
import { countHeaders } from '#server/http/request-target.ts';
import type { User } from '#shared/auth.ts';
import type { Access } from '#shared/endpoint.ts';
import type { Sessions } from './sessions.ts';
import type { AccountTokens } from './tokens.ts';

/** What a handler gets to know about its caller, by the endpoint's access. */
export type Callers = {
  public: undefined;
  session: SignedIn;
  admin: SignedIn;
  recovery: { userId: string; token: string };
  /** The handler checks the signature, because it covers the path. */
  signature: undefined;
};

/** `seq` is the number of the user's latest change. A list that is read later contains that change. */
type SignedIn = { user: User; token: string; seq: number };

export type Guards = { [A in Access]: (request: IncomingMessage) => Promise<Callers[A]> };

/** Creates the functions that identify callers, by access. They call `onSeen` for each request of a signed-in user. */
export function createGuards(
  sessions: Sessions,
  tokens: AccountTokens,
  onSeen: (userId: string) => void,
): Guards {
  async function session(request: IncomingMessage) {
    const token = bearer(request);
    const found = token && (await sessions.find(token));
    if (!token || !found) throw sessionEnded();
    onSeen(found.user.id);
    return { ...found, token };
  }
  return {
    public: async () => undefined,
    signature: async () => undefined,
    session,
    async admin(request) {
      const caller = await session(request);
      if (caller.user.user_type !== 'admin') throw notAllowed();
      return caller;
    },
    async recovery(request) {
      const token = bearer(request);
      const userId = token && (await tokens.findRecovery(token));
      if (!token || !userId) throw invalidResetLink();
      return { userId, token };
    },
  };
}

function bearer(request: IncomingMessage) {
  const { authorization = '' } = request.headers;
  // With two headers the caller is ambiguous: a proxy may have used the other one.
  if (countHeaders(request, 'authorization') > 1) return undefined;
  return /^Bearer ([\w-]{43})$/i.exec(authorization)?.[1];
}
