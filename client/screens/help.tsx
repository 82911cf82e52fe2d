export default function Help() {
  return (
    <div className="page py-12">
      <h1 className="text-title">Contact</h1>
      <p className="mt-3 text-ink-soft">How to reach the people behind the kit.</p>
    </div>
  );
}
