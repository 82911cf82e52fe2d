import { AppLink } from '#client/components/app-link.tsx';
import { buttonClass } from '#client/components/button.tsx';

export default function NotFound() {
  return (
    <div className="page-message">
      <Leaflet />
      <h1 className="text-title">Page not found</h1>
      <p className="text-lg text-ink-soft">
        There is nothing here. The page may have moved, or the address may have a typo.
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <AppLink to="/" className={buttonClass()}>
          Go to the home page
        </AppLink>
        <AppLink to="/help" className={buttonClass({ variant: 'secondary' })}>
          Contact us
        </AppLink>
      </div>
    </div>
  );
}

function Leaflet() {
  return (
    <svg viewBox="0 0 240 150" className="leaflet" aria-hidden="true">
      <ellipse cx="120" cy="136" rx="92" ry="7" className="leaflet-shadow" />
      <path d="M24 34 88 18v98l-64 16Z" className="leaflet-light" />
      <path d="m88 18 64 16v98l-64-16Z" className="leaflet-dark" />
      <path d="m152 34 64-16v72l-22 31-42 11Z" className="leaflet-light" />
      <path d="m216 90-22 31-3-25Z" className="leaflet-corner" />
      <g className="leaflet-ink" fontSize="52" fontWeight="700" textAnchor="middle">
        <text transform="matrix(1 -.25 0 1 56 92)">4</text>
        <text transform="matrix(1 .25 0 1 120 92)">0</text>
        <text transform="matrix(1 -.25 0 1 182 88)">4</text>
      </g>
    </svg>
  );
}
