export type DeploymentOptions = {
  domain: string | undefined;
  /** A file with settings for a new server. */
  settings: string | undefined;
  /** Caddy itself, if it is not to be downloaded. */
  caddy: string | undefined;
  /** Whether Caddy creates certificates itself, which browsers do not trust. */
  hasInternalCertificates: boolean;
  /** False if another reverse proxy is in front of the server. */
  usesCaddy: boolean;
  allowsInterruption: boolean;
  isDryRun: boolean;
};
