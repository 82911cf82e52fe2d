package app.trifold.demo;

import android.content.Intent;
import android.os.Bundle;
import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {

    /** Whoever comes back after the system had ended the app comes with the intent of the first start: its link was followed then. */
    @Override
    protected void onCreate(Bundle savedInstanceState) {
        boolean fromHistory = (getIntent().getFlags() & Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY) != 0;
        if (savedInstanceState != null || fromHistory) setIntent(new Intent(Intent.ACTION_MAIN));
        super.onCreate(savedInstanceState);
    }
}
