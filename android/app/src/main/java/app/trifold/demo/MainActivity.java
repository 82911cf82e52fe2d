package app.trifold.demo;

import android.content.Intent;
import android.os.Bundle;
import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {

    /**
     * Ignores the link or the shared content of the first start when Android restores the app after ending it, because it
     * was handled then.
     */
    @Override
    protected void onCreate(Bundle savedInstanceState) {
        boolean fromHistory = (getIntent().getFlags() & Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY) != 0;
        if (savedInstanceState != null || fromHistory) setIntent(new Intent(Intent.ACTION_MAIN));
        registerPlugin(ShareTargetPlugin.class);
        super.onCreate(savedInstanceState);
    }
}
