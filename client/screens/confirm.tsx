export default function Confirm() {
  return (
    <div className="page py-12">
      <h1 className="text-title">Confirm your email</h1>
      <p className="mt-3 text-ink-soft">The last step of creating an account.</p>
    </div>
  );
}
