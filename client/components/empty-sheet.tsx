/** Draws a folded sheet of paper with a pencil. */
export function EmptySheet() {
  return (
    <svg viewBox="0 0 200 130" className="w-52 max-w-full" aria-hidden="true">
      <ellipse cx="100" cy="120" rx="78" ry="6" className="leaflet-shadow" />
      <path d="M22 28 74 16v86l-52 12Z" className="leaflet-light" />
      <path d="m74 16 52 12v86l-52-12Z" className="leaflet-dark" />
      <path d="m126 28 52-12v86l-52 12Z" className="leaflet-light" />
      <g fill="none" strokeLinecap="round" strokeWidth="4">
        <path d="m34 47 28-6.500" stroke="var(--color-accent)" />
        <path d="m34 62 22-5M34 77l28-6.500" stroke="var(--color-line)" />
      </g>
      <g transform="rotate(38 150 64)">
        <path d="M145 28h10v52l-5 11-5-11Z" fill="var(--color-paper-corner)" />
        <path d="m147.700 86 2.300 5 2.300-5Z" fill="var(--color-accent)" />
        <path d="M145 28h10v8h-10Z" fill="var(--color-accent)" />
      </g>
    </svg>
  );
}
