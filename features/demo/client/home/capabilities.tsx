import {
  Aperture,
  HardDrive,
  KeyRound,
  MailCheck,
  MonitorSmartphone,
  UserRoundPen,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { app } from '#app';
import { RECOVERY_LIFETIME_HOURS } from '#shared/constants.ts';

export function Capabilities() {
  return (
    <section className="section bg-sunken" aria-labelledby="capabilities">
      <div className="page">
        <h2 id="capabilities" className="text-title">
          What is already there
        </h2>
        <p className="mt-3 max-w-[38rem] text-lg text-ink-soft">
          The parts every product needs, finished and tested before you write your first screen.
        </p>
        <ul className="bento mt-6 md:mt-10">
          <Part
            icon={<MonitorSmartphone aria-hidden />}
            title="Writes offline, live on every device"
            text="Nothing waits for the network: changes are stored on the device, sent when it is back and merged word by word. A simulator proves it: whatever fails, networks, disks or clocks, no saved word is lost."
            drawing={<Devices />}
          />
          <Part
            icon={<MailCheck aria-hidden />}
            title="Sign-up with a confirmation email"
            text="If the mail server is down, the email waits and no sign-up fails."
            drawing={<Email />}
          />
          <Part
            icon={<Aperture aria-hidden />}
            title="Camera capture"
            text="The camera of the phone, the webcam in the browser, the gallery in both."
            drawing={<Viewfinder />}
          />
          <Part
            icon={<KeyRound aria-hidden />}
            title="Password reset"
            text={`An emailed link that works once, within ${RECOVERY_LIFETIME_HOURS === 1 ? 'one hour' : `${RECOVERY_LIFETIME_HOURS} hours`}, and ends every open session.`}
          />
          <Part
            icon={<UserRoundPen aria-hidden />}
            title="Profile editing"
            text="People change their own name and see it everywhere at once."
          />
          <Part
            icon={<HardDrive aria-hidden />}
            title="File storage"
            text="A folder or an S3-compatible store. Photos are checked and turned upright."
          />
        </ul>
      </div>
    </section>
  );
}

function Part({
  icon,
  title,
  text,
  drawing,
}: {
  icon: ReactNode;
  title: string;
  text: string;
  drawing?: ReactNode;
}) {
  return (
    <li className="card bento-part">
      {drawing}
      <div className="bento-text">
        <span className="bento-icon">{icon}</span>
        <h3 className="text-lg leading-snug font-semibold">{title}</h3>
        <p className="text-ink-soft max-md:text-sm">{text}</p>
      </div>
    </li>
  );
}

/** Draws the same note in a window and on a phone. */
function Devices() {
  return (
    <div className="bento-drawing">
      <svg
        viewBox="0 0 320 176"
        className="devices h-full w-full"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
      >
        <rect x="44" y="30" width="150" height="108" rx="10" />
        <rect x="222" y="46" width="58" height="108" rx="10" />
        <path
          className="devices-text"
          d="M64 56h62M64 78h110M64 96h96M236 72h24M236 94h30M236 112h22"
        />
        <path className="devices-new" d="M64 114h74M236 130h30" />
        <path className="devices-way" d="M150 114h74" />
      </svg>
    </div>
  );
}

function Email() {
  return (
    <div className="bento-drawing email-drawing" aria-hidden="true">
      <div>
        <b>{app.name}</b>
        <span>Confirm your email address, and you can sign in.</span>
        <i>Confirm email</i>
      </div>
    </div>
  );
}

function Viewfinder() {
  return (
    <div className="bento-drawing">
      <svg
        viewBox="0 0 320 176"
        className="h-full w-full"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
      >
        <path className="scene-sky" d="M0 0h320v176H0z" />
        <circle className="scene-sun" cx="222" cy="58" r="20" />
        <path className="scene-far" d="m0 132 76-66 54 52 60-76 74 84 56-38v88H0z" />
        <path className="scene-near" d="M0 150c64-38 118-32 170-11s102 11 150-16v53H0z" />
        <path className="viewfinder" d="M92 44V26h22m92 0h22v18m0 88v18h-22m-92 0H92v-18" />
        <circle className="viewfinder" cx="160" cy="88" r="15" />
      </svg>
    </div>
  );
}
