/** Signs in to a server. Returns the session token and the user. */
export async function signIn(
  url: string,
  { email, password }: { email: string; password: string },
) {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return (await response.json()) as { token: string; user: object };
}
