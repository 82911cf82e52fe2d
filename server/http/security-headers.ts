import type { Config } from '#server/config.ts';

const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  // The initializing screen has inline styles, and positions are set as attributes.
  "style-src 'self' 'unsafe-inline'",
  // Photos are fetched with the session and shown as blobs.
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  // Forbids scripts and markup from strings. The only exception is the address of the service worker.
  "require-trusted-types-for 'script'",
  'trusted-types service-worker',
].join('; ');

export const pageHeaders = (config: Pick<Config, 'publicUrl'>): Record<string, string> => ({
  ...commonHeaders(config),
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Frame-Options': 'DENY',
  // Links in emails contain tokens, so no address is sent to other sites.
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(self), microphone=(), geolocation=()',
});

/**
 * Returns the headers of API responses and of the files for native apps. They are data: opened in a tab or a frame,
 * they may load nothing.
 */
export const apiHeaders = (config: Pick<Config, 'publicUrl'>): Record<string, string> => ({
  ...commonHeaders(config),
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
});

const commonHeaders = ({ publicUrl }: Pick<Config, 'publicUrl'>) => ({
  'X-Content-Type-Options': 'nosniff',
  ...(publicUrl.startsWith('https:') && {
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  }),
});
