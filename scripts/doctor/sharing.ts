import { type Finding, ok, problem } from './check.ts';

const MANIFEST = 'android/app/src/main/AndroidManifest.xml';
const FILTER = 'the <intent-filter> with android.intent.action.SEND';

/** Checks that the Android app is offered for what other apps share if, and only if, a feature takes it. */
export function checkSharing(androidManifest: string, isTaken: boolean): Finding {
  const isOffered = androidManifest.includes('android.intent.action.SEND"');
  if (isOffered && !isTaken)
    return problem(
      `other apps can share with the Android app, but no feature has a share target: remove ${FILTER} from ${MANIFEST}`,
    );
  if (isTaken && !isOffered)
    return problem(
      `a feature has a share target, but other apps cannot share with the Android app: add ${FILTER} to ${MANIFEST}`,
    );
  return ok(
    isTaken ? 'other apps can share with the Android app' : 'the Android app takes no shares',
  );
}
