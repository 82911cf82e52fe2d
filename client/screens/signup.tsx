export default function Signup() {
  return (
    <div className="page py-12">
      <h1 className="text-title">Sign Up</h1>
      <p className="mt-3 text-ink-soft">Create an account.</p>
    </div>
  );
}
