/** The name under which the browser wakes the service worker to send what is waiting. */
export const BACKGROUND_SEND_TAG = 'send-outbox';
