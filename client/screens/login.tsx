export default function Login() {
  return (
    <div className="page py-12">
      <h1 className="text-title">Sign In</h1>
      <p className="mt-3 text-ink-soft">Sign in with your email and password.</p>
    </div>
  );
}
