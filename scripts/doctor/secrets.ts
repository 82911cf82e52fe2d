import type { Config } from '#server/config.ts';

/** Replaces passwords and keys in a text, such as another server's response, which may quote them. */
export function withoutSecrets(text: string, config: Config) {
  return secretsOf(config).reduce((clean, secret) => clean.replaceAll(secret, '…'), text);
}

function secretsOf({ smtpUrl, databaseUrl, databaseDirectUrl, s3, metrics }: Config) {
  const inAddresses = [smtpUrl, databaseUrl, databaseDirectUrl]
    .filter((address) => address !== undefined)
    .map((address) => new URL(address).password)
    .flatMap((password) => [password, decoded(password)]);
  return [...inAddresses, s3?.secretAccessKey, metrics?.token].filter(
    (secret) => !!secret,
  ) as string[];
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
