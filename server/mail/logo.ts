import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from '#app';

/** The address of the logo inside an email. */
export const LOGO_URL = `cid:logo@${app.host}`;

/**
 * Returns the logo as an attachment, so that mail clients show it without asking for permission and no server learns
 * when an email is read.
 */
export function logoAttachment() {
  return {
    filename: 'logo.png',
    content: readLogo(),
    cid: LOGO_URL.slice('cid:'.length),
    contentDisposition: 'inline' as const,
  };
}

/** Returns the logo as a data URL. */
export const logoDataUrl = () => `data:image/png;base64,${readLogo().toString('base64')}`;

/** Reads the picture that `npm run assets` draws. */
const readLogo = () => readFileSync(join(import.meta.dirname, 'logo.png'));
