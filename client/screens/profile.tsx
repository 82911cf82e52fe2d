export default function Profile() {
  return (
    <div className="page py-12">
      <h1 className="text-title">User Profile</h1>
      <p className="mt-3 text-ink-soft">Your name and email address.</p>
    </div>
  );
}
