/**
 * The oldest browsers that the product supports: on iOS 15 with its last updates, on Android 7, whose WebView updates
 * itself, and on desktops from early 2023. The build converts syntax for them; functions that one of them lacks need an
 * alternative (docs/decisions/0006-client-libraries.md).
 */
export const OLDEST_BROWSERS = ['chrome111', 'edge111', 'firefox114', 'safari15.5', 'ios15.5'];
