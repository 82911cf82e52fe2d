/** Reports errors that nothing catches to the server. */
export function watchErrors() {
  // Without an error object there is no stack: a warning of the browser, or a script of another origin.
  addEventListener('error', ({ error }) => error && sendErrorReport(error));
  addEventListener('unhandledrejection', ({ reason }) => sendErrorReport(reason));
}

/** Sends an error to the server. What that needs is loaded with the first one. */
export async function sendErrorReport(error: unknown) {
  try {
    const { sendReport } = await import('./send-report.ts');
    await sendReport(error);
  } catch {
    // No network. Reporting this failure would fail, too.
  }
}
