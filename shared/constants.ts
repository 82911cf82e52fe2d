/** Numbers and keys that client and server, or client and tests, agree on. Each name includes its unit. */

export const PASSWORD_MIN_CHARACTERS = 6;
export const PASSWORD_MAX_CHARACTERS = 128;
export const NAME_MAX_CHARACTERS = 60;
export const EMAIL_MAX_CHARACTERS = 254;

export const PEOPLE_SEARCH_MAX_CHARACTERS = 100;

export const PHOTO_MAX_BYTES = 10 * 1024 * 1024;
export const PHOTO_MAX_PIXELS = 50_000_000;
export const PHOTO_MAX_EDGE_PX = 16_384;
/** Width × height × channels × bytes per sample: 50 megapixels with 8 bits in each of 4 channels. */
export const PHOTO_MAX_DECODED_BYTES = 200_000_000;
/** Each frame of an animation takes time to decode, however small it is. */
export const PHOTO_MAX_FRAMES = 1000;
export const PHOTO_WIDTHS_PX = [320, 640, 1280] as const;

export const ERROR_MESSAGE_MAX_CHARACTERS = 300;
export const ERROR_STACK_MAX_CHARACTERS = 4000;
export const ERROR_PATH_MAX_CHARACTERS = 200;

export const TOAST_DURATION_MS = 3000;

export const DATE_LOCALE = 'en-GB';

export const STORAGE_KEY_TOKEN = 'app_token';
export const STORAGE_KEY_USER = 'app_user';

export const SESSION_LIFETIME_DAYS = 30;
export const CONFIRMATION_LIFETIME_HOURS = 24;
/** How long the server tries to deliver an email. */
export const EMAIL_GIVE_UP_AFTER_DAYS = 3;
/** How long admins can see an email whose delivery was given up. */
export const FAILED_EMAIL_LIFETIME_DAYS = 7;
/** Covers the delivery attempts, the day for which the link is valid, and time to request another. */
export const PENDING_REGISTRATION_LIFETIME_DAYS = 7;
export const RECOVERY_LIFETIME_HOURS = 1;
/** How long an entry of the audit log is kept. */
export const AUDIT_LIFETIME_DAYS = 180;
/** How many days the activity charts show. */
export const ACTIVITY_DAYS = 30;
export const SIGNED_FILE_URL_LIFETIME_MINUTES = 5;
export const UNUSED_UPLOAD_LIFETIME_HOURS = 24;
/** How long an upload may take. The server aborts an upload earlier if it is too slow. */
export const UPLOAD_MAX_MINUTES = 30;

/** Placeholder in built pages for the public URL, which only the server knows. */
export const PUBLIC_URL_PLACEHOLDER = 'https://public-url.invalid';
