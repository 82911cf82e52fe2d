export default function Notes() {
  return (
    <div className="page py-12">
      <h1 className="text-title">Notes</h1>
      <p className="mt-3 text-ink-soft">Your personal notes.</p>
    </div>
  );
}
