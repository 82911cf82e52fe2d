export default function Home() {
  return (
    <div className="page py-12">
      <h1 className="text-title">One codebase, three faces</h1>
      <p className="mt-3 text-ink-soft">A website, an installable web app and a native app.</p>
    </div>
  );
}
