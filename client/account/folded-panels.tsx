/** Draws the two decorative panels beside the form on wide screens. */
export function FoldedPanels() {
  return (
    <>
      <div className="leaf-fold leaf-away">
        <PhotoNote />
        <ShortNote />
      </div>
      <div className="leaf-fold leaf-toward">
        <Checklist />
        <Sprig />
      </div>
    </>
  );
}

const PhotoNote = () => (
  <svg viewBox="0 0 240 320" aria-hidden="true">
    <clipPath id="drawn-frame">
      <rect x="32" y="56" width="176" height="124" rx="12" />
    </clipPath>
    <g clipPath="url(#drawn-frame)">
      <path className="drawn-faint" d="M32 56h176v124H32Z" />
      <circle className="drawn-strong" cx="164" cy="92" r="13" />
      <path className="drawn-soft" d="M32 164c26-40 48-46 66-22 12-14 26-16 40 0l40 38H32Z" />
      <path className="drawn-strong" d="M92 180c30-50 66-52 116-10v10Z" />
    </g>
    <path className="drawn-line drawn-title" d="M36 214h108" />
    <path className="drawn-line" d="M36 242h164M36 262h148M36 282h168M36 302h92" />
  </svg>
);

const ShortNote = () => (
  <svg viewBox="0 0 240 160" aria-hidden="true">
    <path className="drawn-line drawn-title" d="M36 40h72" />
    <path className="drawn-line" d="M36 68h150M36 88h164M36 108h56" />
  </svg>
);

const Checklist = () => (
  <svg viewBox="0 0 240 320" aria-hidden="true">
    <path className="drawn-line drawn-title" d="M36 66h84" />
    {[112, 84, 126, 66].map((width, row) => {
      const y = 104 + 36 * row;
      const done = row < 2;
      return (
        <g key={width}>
          <rect
            className={done ? 'drawn-strong' : 'drawn-box'}
            x="33"
            y={y - 9}
            width="18"
            height="18"
            rx="6"
          />
          {done && <path className="drawn-tick" d={`m38 ${y} 3 3.5 6-7`} />}
          <path className="drawn-line" d={`M66 ${y}h${width}`} />
        </g>
      );
    })}
  </svg>
);

const Sprig = () => (
  <svg viewBox="0 0 240 220" aria-hidden="true">
    <path className="drawn-box" d="M96 220c4-70 22-126 62-176" />
    <path className="drawn-strong" d="M158 44c30-2 44-18 44-40-26 2-42 16-44 40Z" />
    <path className="drawn-soft" d="M137 76c-26-8-44 0-54 18 20 10 42 4 54-18Z" />
    <path className="drawn-soft" d="M121 108c20 22 42 24 60 10-12-20-36-26-60-10Z" />
    <path className="drawn-faint" d="M107 146c-24-14-46-10-60 8 18 16 42 14 60-8Z" />
    <path className="drawn-faint" d="M101 178c16 22 36 28 56 18-8-22-30-32-56-18Z" />
  </svg>
);
