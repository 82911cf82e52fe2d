export default function About() {
  return (
    <div className="page py-12">
      <h1 className="text-title">About</h1>
      <p className="mt-3 text-ink-soft">What the kit is and whom it is for.</p>
    </div>
  );
}
