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

export function pageHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    // Links in emails contain tokens, so no address is sent to other sites.
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(self), microphone=(), geolocation=()',
    ...strictTransportSecurity(publicUrl),
  };
}

/**
 * Returns the headers of API responses and of the files for native apps. They are data: opened in a tab or a frame,
 * they may load nothing.
 */
export function apiHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Record<string, string> {
  return {
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    ...strictTransportSecurity(publicUrl),
  };
}

function strictTransportSecurity(publicUrl: string): Record<string, string> {
  return publicUrl.startsWith('https:')
    ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }
    : {};
}
