/** Every number of the product, its unit in its name. */

export const PASSWORD_MIN_CHARACTERS = 6;
export const PASSWORD_MAX_CHARACTERS = 128;
export const NAME_MAX_CHARACTERS = 60;
export const EMAIL_MAX_CHARACTERS = 254;

export const PHOTO_MAX_BYTES = 10 * 1024 * 1024;
export const PHOTO_MAX_PIXELS = 50_000_000;
export const PHOTO_MAX_EDGE_PX = 16_384;
/** Width × height × channels × bytes per sample: 50 megapixels with 8 bits in each of 4 channels. */
export const PHOTO_MAX_DECODED_BYTES = 200_000_000;
/** A larger picture is scaled down before it is uploaded. */
export const PHOTO_UPLOAD_MAX_EDGE_PX = 2048;
export const PHOTO_WIDTHS_PX = [320, 640, 1280] as const;
export const CAMERA_QUALITY_DEFAULT = 70;
export const CAMERA_QUALITY_CAPTURE = 80;

export const STARTUP_LIMIT_MS = 3000;
export const DOM_WAIT_LIMIT_MS = 1000;
export const NATIVE_INIT_LIMIT_MS = 2000;
export const ENVIRONMENT_INFO_LIMIT_MS = 1000;
export const SERVICE_WORKER_LIMIT_MS = 1500;
export const LOGIN_NAVIGATION_DELAY_MS = 100;
export const INVALID_RESET_LINK_REDIRECT_MS = 3000;
export const PASSWORD_UPDATED_REDIRECT_MS = 2000;
export const COPIED_DURATION_MS = 2000;
export const TOAST_DURATION_MS = 3000;
export const TOAST_LIMIT = 1;

export const PULL_THRESHOLD_PX = 60;
export const PULL_MAX_PX = 80;
export const PULL_DAMPING = 0.5;

export const DATE_LOCALE = 'en-GB';

/** Where letters lead. On a phone these addresses open the native app. */
export const LETTER_PATHS = ['/confirm', '/reset-password'];

export const STORAGE_KEY_TOKEN = 'app_token';
export const STORAGE_KEY_USER = 'app_user';

export const SESSION_LIFETIME_DAYS = 30;
/** Longer than a session, or "Remember me" would have forgotten when the session has ended. */
export const REMEMBERED_LIFETIME_DAYS = 90;
export const CONFIRMATION_LIFETIME_HOURS = 24;
/** Covers three days of attempts to deliver the email, its link's day, and time to ask for another. */
export const PENDING_REGISTRATION_LIFETIME_DAYS = 7;
export const RECOVERY_LIFETIME_HOURS = 1;
export const SIGNED_FILE_URL_LIFETIME_MINUTES = 5;
export const UNUSED_UPLOAD_LIFETIME_HOURS = 24;

/** Stands in built pages for the public address, which the server knows and the build does not. */
export const PUBLIC_URL_PLACEHOLDER = 'https://public-url.invalid';
