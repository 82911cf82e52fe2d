/** Numbers of the product that only the client needs. Each name includes its unit. */

/** Larger pictures are scaled down before the upload. */
export const PHOTO_UPLOAD_MAX_EDGE_PX = 2048;
export const CAMERA_QUALITY_DEFAULT = 70;
export const CAMERA_QUALITY_CAPTURE = 80;

export const STARTUP_LIMIT_MS = 3000;
export const DOM_WAIT_LIMIT_MS = 1000;
export const NATIVE_INIT_LIMIT_MS = 2000;
export const ENVIRONMENT_INFO_LIMIT_MS = 1000;
export const SERVICE_WORKER_LIMIT_MS = 1500;
/** How long the previous screen stays while the code of the next one loads. */
export const LOADING_GRACE_MS = 200;
/** How long a closing animation takes. `--closing` in overlays.css repeats it. */
export const LEAVING_MS = 160;
/** How long a pressed link waits for the app before the browser follows it. */
export const LINK_HELD_LIMIT_MS = 1000;
export const LOGIN_NAVIGATION_DELAY_MS = 100;
export const INVALID_RESET_LINK_REDIRECT_MS = 3000;
export const PASSWORD_UPDATED_REDIRECT_MS = 2000;
export const COPIED_DURATION_MS = 2000;
/** How long to wait after the last key press before users are searched. */
export const PEOPLE_SEARCH_DELAY_MS = 250;

export const PULL_THRESHOLD_PX = 60;
export const PULL_MAX_PX = 80;
export const PULL_DAMPING = 0.5;

/** The limit for one kind of item and one user on one device. */
export const DRAFTS_MAX = 20;
/** How long the form may still say that its draft is kept while the latest input is being stored. */
export const DRAFT_KEPT_GRACE_MS = 300;

/** Longer than a session, so that "Remember me" still works after the session has ended. */
export const REMEMBERED_LIFETIME_DAYS = 90;
