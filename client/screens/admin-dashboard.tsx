export default function AdminDashboard() {
  return (
    <div className="page py-12">
      <h1 className="text-title">Admin Dashboard</h1>
      <p className="mt-3 text-ink-soft">How the service is doing right now.</p>
    </div>
  );
}
