export default function ResetPassword() {
  return (
    <div className="page py-12">
      <h1 className="text-title">Set a new password</h1>
      <p className="mt-3 text-ink-soft">Choose a new password for your account.</p>
    </div>
  );
}
